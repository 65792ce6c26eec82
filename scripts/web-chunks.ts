import { globSync } from 'node:fs'

/**
 * Which files the build combines into one chunk, by their unique names. Small chunks compress badly, and each costs a
 * request.
 */
interface Chunk {
  readonly files: readonly string[]
  /** From lucide. */
  readonly icons: string
}

const chunks: Readonly<Record<'base' | 'frame' | 'enter', Chunk>> = {
  /** Used by every page, including sign-in. */
  base: {
    files: [
      'Button Field TextField Checkbox Icon Logo Spinner VisuallyHidden UiLink UiRoot ErrorView NotFoundView',
      'PasswordField lazy-part class-names describe-error ui.strings icon-component focus-at-once use-media',
      'page-menu-store menu-subject start-ui theme kept-choice style-nonce context-menu-guard use-asking-again',
      'load-patiently when-idle missing-code toast-store text locale routes.strings use-page-head search-values',
      'root-route RouteNotFound home-search MainPending send-request failed-request reason api-client api-url',
      'idempotency-keys kept-storage auth-call login-waves account-api session-changes use-auth-call project-api',
      'invite-preview notification-kinds',
    ],
    icons: '',
  },
  /** Used by every signed-in page. */
  frame: {
    files: [
      'TopBar ProjectCover ContextMenu SearchField Menu menu-place lazy-menu-content SegmentedControl EmptyState',
      'TextArea FileInput DropArea Kbd IconButton Tooltip Slot Avatar initials author-colour frame.strings',
      'use-was-ever-true use-place use-open-place addresses main.strings screen-slots palette-store open-queries',
      'home-loader progress-store use-live query-client query-persistence kept-queries Progress mute.strings',
      'use-mute-entries account-menu.strings use-account-menu sign-out-guard share-request-store roles',
      'TracksSkeleton projects.policy projects.strings use-project-actions project-menu use-create-project',
      'ProjectForms belonging account.client organizations.client projects.client tasks.client activity.client',
      'approvals.client inbox.client tracks.client shares.client comparisons.client',
      'format-date format-duration format-level format-size',
    ],
    icons:
      'archive inbox link undo-2 user-plus trash folder-open arrow-down-wide-narrow audio-lines upload log-out ' +
      'user-round ellipsis x plus folder wifi-off square-check-big panel-left chevrons-up-down',
  },
  /** Used only by the sign-in page. */
  enter: { files: ['Login LoginWaves.module LoginHeading auth.strings auth-words use-form-values'], icons: 'mail' },
}

/** Matches the paths of a chunk's files. Throws if a name has no file. */
export function chunkFiles(chunk: keyof typeof chunks): RegExp {
  const names = chunks[chunk].files.flatMap((line) => line.split(' '))
  const files = globSync('src/**/*.{ts,tsx,css}').map((path) => path.replaceAll('\\', '/').split('/').at(-1) ?? '')
  const lost = names.filter((name) => !files.some((file) => file.startsWith(`${name}.`)))
  if (lost.length > 0) throw new Error(`No file is called ${lost.join(', ')} any more (scripts/web-chunks.ts).`)
  const ours = names.map((name) => name.replaceAll('.', '[.]')).join('|')
  const icons = chunks[chunk].icons.split(' ').join('|')
  return new RegExp(`/src/.*/(${ours})[.](module[.]css|css|tsx?)$|/icons/(${icons})[.]`.replaceAll('/', '[\\\\/]'))
}
