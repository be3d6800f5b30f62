import { test } from '@playwright/test';
import { buildPseudoLanguage } from './pseudo-language.ts';

test('the app is built in a language of marked and longer words', buildPseudoLanguage);
