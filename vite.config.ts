import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, transformWithOxc, type Plugin } from 'vite'
import { firstScripts, pageParts } from './scripts/first-load.ts'
import { chunkNames } from './scripts/web-chunks.ts'

/** Where the development server finds the product's own server. */
const server = process.env['DEV_SERVER_URL'] ?? 'http://localhost:3001'

export default defineConfig({
  root: join(import.meta.dirname, 'src/app/web'),
  publicDir: join(import.meta.dirname, 'src/web/public'),
  plugins: [react(), patientImports(), firstScripts(), pageParts(), serviceWorker()],
  // The server writes a fresh nonce over this word in every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  resolve: {
    alias: [
      {
        find: /^\.\.\/createLucideIcon\.mjs$/,
        replacement: join(import.meta.dirname, 'src/web/ui/mark/icon-component.ts'),
      },
      // What React has of its own since 18.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
    ],
  },
  build: {
    outDir: join(import.meta.dirname, 'build/web'),
    emptyOutDir: true,
    // Sizes are checked by what each route loads.
    manifest: true,
    assetsDir: 'assets',
    // The first of each that know light-dark() and Intl.Segmenter; web/public/theme.js tells older ones so.
    target: ['chrome123', 'firefox125', 'safari17.5'],
    sourcemap: false,
    // The polyfill is an inline script, which the Content-Security-Policy forbids; these browsers need none.
    modulePreload: { polyfill: false },
    // A data: font or image would need a wider policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 5 },
            {
              name: 'router',
              test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|store|react-store)[\\/]/,
              priority: 4,
            },
            { name: chunkNames(), debugName: 'stages', includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/api': { target: server, ws: true, changeOrigin: false },
      '/healthz': { target: server },
      '/readyz': { target: server },
    },
  },
})

/** The service worker: one file at an address that stays, which knows the build that it belongs to. */
function serviceWorker(): Plugin {
  const source = join(import.meta.dirname, 'src/web/service-worker/service-worker.ts')
  const page = join(import.meta.dirname, 'src/app/web/index.html')
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      // Once all other files have their names.
      order: 'post',
      async handler(_, bundle) {
        const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source)
        // Parts carry the hash of their content in their names.
        const build = createHash('sha256')
          .update([code, readFileSync(page, 'utf8'), ...Object.keys(bundle).toSorted()].join('\n'))
          .digest('hex')
          .slice(0, 16)
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: code.replace('__BUILD__', build) })
      },
    },
  }
}

/**
 * Every `import()` of the build waits for a server that is away; Vite’s own helper, which loads the styles of a part,
 * asks once.
 */
function patientImports(): Plugin {
  const loader = join(import.meta.dirname, 'src/web/ui/page/load-patiently.ts')
  const exported = 'export const __vitePreload = '
  return {
    name: 'patient-imports',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (id !== '\0vite/preload-helper.js') return undefined
      if (!code.includes(exported)) throw new Error('Vite’s preload helper has changed: see patientImports')
      return {
        code:
          'import { loadPatiently } from ' +
          `${JSON.stringify(loader)};${code.replace(exported, 'const preloadOnceMore = ')};export const ` +
          '__vitePreload = (...part) => loadPatiently(() => preloadOnceMore(...part))',
        map: null,
      }
    },
  }
}
