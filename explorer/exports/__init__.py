"""What a person takes home: the trip as pictures, numbers, a worksheet, a page to carry."""
