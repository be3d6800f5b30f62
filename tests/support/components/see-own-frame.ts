import { commands } from 'vitest/browser';

await commands.seeFrame(location.href);
