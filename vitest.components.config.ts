import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

const headless = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    include: ['packages/ui/src/**/*.test.tsx', 'apps/web/{src,specimen}/**/*.test.tsx'],
    setupFiles: ['apps/web/specimen/testing/each-test.ts'],
    // For what hangs, not for what is slow.
    testTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      commands: {
        colourScheme: ({ page }, scheme: 'light' | 'dark') => page.emulateMedia({ colorScheme: scheme }),
      },
      provider: playwright({
        launchOptions: {
          executablePath: process.env['ALO_CHROMIUM'] ?? '/usr/bin/chromium',
          args: [...headless, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
        },
        contextOptions: { locale: 'en-US', reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium', viewport: { width: 1280, height: 900 } }],
    },
  },
});
