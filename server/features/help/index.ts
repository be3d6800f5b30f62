export type { CountryHelp } from './country-section.ts';
export { renderHelpPage } from './render-help-page.ts';
