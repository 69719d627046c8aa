"""The ground floor: what every other package stands on, and nothing of programmes, models or Läufe."""
