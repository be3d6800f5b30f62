/** The addresses of the screens with cards about asks. */
export const HAS_CARDS = /^\/(?:cares|circles)\/?$/;
