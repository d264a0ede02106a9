"""The suite of questions about pictures that it draws itself."""
