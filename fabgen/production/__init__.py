"""What goes into each folder of a build. Here, and nowhere below, products meet: the checks explain what a product
refuses, a picture of the solids goes onto the job sheet, the book's pages into an order."""
