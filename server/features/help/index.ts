export { type CountryHelp, countrySection, hasCountry, NEAREST } from './country-section.ts';
export { OFFLINE_PLACE } from './help-page.ts';
