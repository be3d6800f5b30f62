export { clearKept, keptQuery, shownSince } from './kept-answers.ts';
