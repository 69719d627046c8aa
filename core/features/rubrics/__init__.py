"""Anträge measured by a rubric, with quotes from themselves."""

from core.features import Feature

FEATURE = Feature(
    "rubrics",
    commands={"rubric": ("command", "Anträge an einer Rubrik messen, mit Zitaten aus ihnen selbst")},
    hooks={
        "help_texts": "pages.features.rubrics.help_texts:FILE",
        "lauf_tabs": "pages.features.rubrics.block:TAB",
        "note_kinds": "core.features.rubrics.judgement:NOTE_KINDS",
        "antrag_views": "core.features.rubrics.judge:ANTRAG_VIEWS",
        "demo_example": "core.features.rubrics.example:judge_example",
        "followup_parts": "core.features.rubrics.rubric_report:followup_parts",
        "papers.report_sections": "core.features.rubrics.rubric_report:report_sections",
        "backup_folders": "core.features.rubrics.rubric:BACKUP_FOLDERS",
    },
)
