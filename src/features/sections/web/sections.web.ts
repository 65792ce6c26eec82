import { trackPagePoint } from '#features/tracks/web/track-points.ts'
import type { StreamName } from '#shared/events.ts'
import { defineWeb } from '#web/extension/define-web.ts'
import { type LiveRules, projectOf } from '#web/live/live-rules.ts'
import { sectionsKey } from './sections.client.ts'

/** Sections are notes; a comparison moves them, and a version is another column. */
const sectionsLive: LiveRules = {
  nouns: Object.fromEntries(
    ['note', 'version', 'comparison', 'track'].map((noun) => [noun, ({ stream }) => all(stream)]),
  ),
  all,
}

function all(stream: StreamName): readonly (readonly string[])[] {
  const projectId = projectOf(stream)
  return projectId === undefined ? [] : [sectionsKey(projectId)]
}

export const sectionsWeb = defineWeb({
  name: 'sections',
  live: sectionsLive,
  keys: 'nothing',
  palette: 'nothing',
  adds: [trackPagePoint.added(async () => (await import('./sections-on-track-page.tsx')).useSectionsOnTrackPage)],
})
