"""Labels of people: samples of replies that a sheet or the terminal shows to them."""
