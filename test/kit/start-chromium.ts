import { chromium, type Browser } from 'playwright-core';
import { findOrInstall } from './find-program.mjs';

/**
 * Starts Chromium without a window, which is installed from Debian's packages where it is missing. Its caller closes it.
 *
 * @throws Error when there is none and none can be installed.
 */
export function startChromium(): Promise<Browser> {
  const executablePath = findOrInstall({
    names: ['chromium-headless-shell', 'chromium', 'chromium-browser'],
    debianPackage: 'chromium-headless-shell',
  });
  // Tests run as root in containers, where Chromium's own sandbox does not start. It asks no other host for anything.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
  return chromium.launch({ executablePath, args: [...args, ...quiet] });
}
