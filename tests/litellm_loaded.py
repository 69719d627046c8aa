"""LiteLLM as a process has it that has asked: processes that are forked with it need not load it themselves."""

from core.llm.litellm_access import warm_up

warm_up()
