// Replaced by the room's first tests.
