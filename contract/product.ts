/** The product's title: what the specification's texts call "the product". */
export const PRODUCT = 'Moodring';
