"""Cases about inner experience: dreams, desires, longings and fantasies."""
