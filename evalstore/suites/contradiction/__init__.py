"""The suite of questions that are asked again under pressure."""
