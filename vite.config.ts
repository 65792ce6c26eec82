import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, transformWithOxc, type Plugin } from 'vite'

/** Where the development server finds the product's own server. */
const server = process.env['DEV_SERVER_URL'] ?? 'http://localhost:3001'

/** Small parts that every page uses, sign-in included: apart they compress badly and each costs a request. */
const everywhere = [
  'web/ui/(Button|Field|TextField|Checkbox|Icon|Logo|Spinner|VisuallyHidden|UiLink|UiRoot|ErrorView|NotFoundView|' +
    'PasswordField|lazy-part)[.]',
  'web/ui/(class-names|describe-error|ui[.]strings|icon-component|focus-at-once|use-media|page-menu-store|' +
    'menu-subject|start-ui|theme|kept-choice|style-nonce|context-menu-guard|use-asking-again|load-patiently|' +
    'when-idle|missing-code|toast-store)[.]',
  'web/i18n/(text|locale)[.]',
  'app/web/routes/(routes[.]strings|use-page-head|search-text|search-values|' +
    'root-route|RouteNotFound|home-search|MainPending)[.]',
  'web/api/(send-request|failed-request|reason|api-client|api-url|idempotency-keys|kept-storage)[.]',
  'features/(account/web/(auth-call|login-waves|account-api|session-changes|use-auth-call|session-events)|' +
    'projects/web/(project-api|invite-preview)|inbox/notification-kinds)[.]',
]
/** Small parts that every page of a signed-in person uses. */
const inside = [
  'src/web/ui/(TopBar|ProjectCover|ContextMenu|SearchField|Menu|menu-place|lazy-menu-content|SegmentedControl|' +
    'EmptyState|TextArea|FileInput|DropArea|Kbd|IconButton|Tooltip|Slot|Avatar|initials|author-colour|' +
    'frame[.]strings|use-was-ever-true)[.]',
  'src/app/web/routes/(use-place|use-open-place|addresses|main[.]strings|RouterLink|screen-slots|' +
    'palette-store|open-queries|home-loader)[.]',
  'src/web/(live/(progress-store|use-live)|api/(query-client|query-persistence|kept-queries)|ui/Progress)[.]',
  'src/web/i18n/format-',
  'src/features/(account|organizations|projects|tasks|activity|approvals|inbox|' +
    'tracks)/web/[a-z-]+[.](queries|query)[.]',
  'src/features/(comparisons/web/comparisons-key|inbox/web/(mute[.]strings|use-mute-entries)|account/web/' +
    '(account-menu[.]strings|use-account-menu|sign-out-guard)|shares/web/' +
    '(share-lists|share-request-store|share-api))[.]',
  'src/shared/roles[.]',
  'src/features/tracks/web/(spectrogram-key|TracksSkeleton)[.]',
  'src/features/projects/(projects[.]policy|web/(projects[.]strings|use-project-actions|member-colour|' +
    'project-menu|use-create-project|ProjectForms|belonging)[.])',
  'lucide-react/dist/esm/icons/(archive|inbox|link|undo-2|user-plus|trash|folder-open|arrow-down-wide-narrow|' +
    'audio-lines|upload|log-out|user-round|ellipsis|x|plus|folder|wifi-off|' +
    'square-check-big|panel-left|chevrons-up-down)[.]',
]
const base = new RegExp(`src/(${everywhere.join('|')})`.replaceAll('/', '[\\\\/]'))
const frame = new RegExp(`(${inside.join('|')})`.replaceAll('/', '[\\\\/]'))

/** What the sign-in page alone has. */
const enter = new RegExp(
  [
    'src/features/account/web/(Login|LoginWaves)[.]module',
    'src/features/account/web/(LoginHeading|auth[.]strings|auth-words|use-form-values)[.]',
    'icons/mail[.]',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
)

export default defineConfig({
  root: join(import.meta.dirname, 'src/app/web'),
  publicDir: join(import.meta.dirname, 'src/web/public'),
  plugins: [react(), patientImports(), serviceWorker()],
  // The server writes a fresh nonce over this word in every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  resolve: {
    alias: [
      { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: join(import.meta.dirname, 'src/web/ui/icon-component.ts') },
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
            { name: 'base', test: base, priority: 3 },
            { name: 'frame', test: frame, priority: 2 },
            {
              name: 'enter',
              test: enter,
              priority: 1,
            },
            { name: 'dialog', test: /src[\\/]web[\\/]ui[\\/]Dialog[.]|@radix-ui[\\/]react-dialog[\\/]/, priority: 1 },
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]/, priority: 4 },
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
    async generateBundle(_, bundle) {
      const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source)
      // Parts carry the hash of their content in their names.
      const build = createHash('sha256')
        .update([code, readFileSync(page, 'utf8'), ...Object.keys(bundle).toSorted()].join('\n'))
        .digest('hex')
        .slice(0, 16)
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: code.replace('__BUILD__', build) })
    },
  }
}

/**
 * Every `import()` of the build waits for a server that is away; Vite’s own helper, which loads the styles of a part,
 * asks once.
 */
function patientImports(): Plugin {
  const loader = join(import.meta.dirname, 'src/web/ui/load-patiently.ts')
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
