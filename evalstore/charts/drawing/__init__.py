"""What every chart is drawn with: text, numbers, colours, rows; never a chart by itself."""
