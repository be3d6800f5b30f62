import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge'];

const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Finds a Chromium, and installs one the platform's way where there is none.
 * @returns its executable's path
 * @throws with what to do when none can be had
 */
export function findChromium(): string {
  const found = look();
  if (found) return found;
  console.log('No Chromium was found: installing one for the browser tests…');
  install();
  const installed = look();
  if (installed) return installed;
  throw new Error('The browser tests need Chromium or Chrome. Install one, or set CHROMIUM_PATH to its executable.');
}

function look(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [process.env.CHROMIUM_PATH, chromium.executablePath(), ...onPath, ...USUAL_PLACES].find(
    (path) => path && existsSync(path),
  );
}

function install(): void {
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'] as ('ignore' | 'inherit')[] };
    spawnSync('apt-get', ['update', '-qq'], quiet);
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], {
      ...quiet,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (look()) return;
  }
  try {
    execFileSync('playwright', ['install', 'chromium'], { stdio: 'inherit' });
  } catch {
    // The caller says what to do.
  }
}
