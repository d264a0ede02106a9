"""Labels by people: samples of replies, shown in a sheet or the terminal."""
