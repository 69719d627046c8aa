"""LiteLLM as a process that has asked has it: one that is forked with it need not load it."""

from core.llm.litellm_access import warm_up

warm_up()
