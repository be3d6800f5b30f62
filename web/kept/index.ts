export { keepOnlyAnswersOf, keptQuery, shownSince } from './kept-answers.ts';
