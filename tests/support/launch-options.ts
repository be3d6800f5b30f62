import type { LaunchOptions } from '@playwright/test';
import { findChromium } from './chromium.ts';

/** How Chromium is started for tests and measurements: it does not call home, and runs for root as well. */
export function launchOptions(...more: string[]): LaunchOptions {
  const noSandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return {
    executablePath: findChromium(),
    args: ['--disable-background-networking', '--disable-component-update', '--disable-sync', ...noSandbox, ...more],
  };
}
