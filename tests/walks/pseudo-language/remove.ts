import { test } from '@playwright/test';
import { removePseudoLanguage } from './pseudo-language.ts';

test('the pseudo-language is removed', removePseudoLanguage);
