export { type CountryHelp, countrySection, NEAREST } from './country-section.ts';
export { OFFLINE_PLACE } from './help-page.ts';
