import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where the development server finds the product's own server. */
const server = process.env['DEV_SERVER_URL'] ?? 'http://localhost:3001'

/** Small parts that every page uses, sign-in included: apart they compress badly and each costs a request. */
const everywhere = [
  'web/ui/(Button|Field|TextField|Checkbox|Icon|Mark|Spinner|VisuallyHidden|UiLink|UiRoot|ErrorView|NotFoundView|Avatar|IconButton|PasswordField)[.]',
  'web/ui/(initials|author-colour|class-names|describe-error|ui[.]strings|toast-store|text-field-menu-store|start-ui|theme|kept-choice|style-nonce|context-menu-guard)[.]',
  'web/i18n/(text|locale)[.]',
  'web/routes/(routes[.]strings|use-page-head|search-text|search-values|root-route)[.]',
  'web/api/(send-request|failed-request|reason|api-client|api-url|idempotency-keys|kept-storage)[.]',
  'features/(account/web/(auth-call|account-api|session-changes|use-auth-call|session-events)|projects/web/(project-api|invite-preview))[.]',
]
/** Small parts that every page of a signed-in person uses. */
const inside = [
  'src/web/ui/(TopBar|Art|ContextMenu|SearchField|Menu|menu-place|SegmentedControl|EmptyState|TextArea|FileInput|DropArea|Kbd|Dialog|use-media)[.]',
  'src/web/routes/(use-place|use-open-place|addresses|RouterLink|screen-slots|late-slot)[.]',
  'src/web/i18n/format-',
  'src/features/(account|organizations|projects|tasks|activity)/web/[a-z-]+[.](queries|query)[.]',
  'src/features/comparisons/web/comparisons-key[.]',
  'src/features/tracks/web/(spectrogram-key|TracksSkeleton)[.]',
  'src/features/projects/(projects[.]policy|web/(projects[.]strings|use-project-actions|member-colour|ProjectForms|belonging)[.])',
  'lucide-react/dist/esm/icons/(undo-2|user-plus|trash|folder-open|arrow-down-wide-narrow|audio-lines|upload|log-out|user-round|ellipsis|x|plus|folder|wifi-off|square-check-big|panel-left|chevrons-up-down)[.]',
]
const base = new RegExp(`src/(${everywhere.join('|')})`.replaceAll('/', '[\\\\/]'))
const frame = new RegExp(`(${inside.join('|')})`.replaceAll('/', '[\\\\/]'))

export default defineConfig({
  root: join(import.meta.dirname, 'src/web'),
  plugins: [react()],
  // The server writes a fresh nonce over this word in every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: join(import.meta.dirname, 'build/web'),
    emptyOutDir: true,
    // Sizes are checked by what each route loads.
    manifest: true,
    assetsDir: 'assets',
    // The first of each that know light-dark() and :has(); all of them know ES2023.
    target: ['chrome123', 'firefox121', 'safari17.5'],
    sourcemap: false,
    // The polyfill is an inline script, which the Content-Security-Policy forbids; these browsers need none.
    modulePreload: { polyfill: false },
    // A data: font or image would need a wider policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            { name: 'router', test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|store|react-store)[\\/]/, priority: 2 },
            { name: 'base', test: base, priority: 1 },
            { name: 'frame', test: frame, priority: 0 },
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]/, priority: 2 },
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
