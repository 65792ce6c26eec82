import { Link } from 'lucide-react'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { playerStrings } from '#features/tracks/web/player/player.strings.ts'
import type {
  ProjectHeadAddition,
  TrackMenuAddition,
  TrackPageAddition,
  TrackPagePlace,
} from '#features/tracks/web/track-points.ts'
import { trackStrings } from '#features/tracks/web/tracks.strings.ts'
import { allows } from '#shared/roles.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import { phoneQuery, useMedia } from '#web/ui/use-media.ts'
import { sharePolicy } from '../shares.policy.ts'
import { requestShare } from './share-request-store.ts'

export const mayShare = (project: ProjectDetails) => allows(project, sharePolicy['share.manage'])
const shareKey = (run: () => void) => ({
  keys: ['.'],
  label: trackStrings.keys.share,
  group: playerStrings.groups.page,
  run,
})

export function useShareInMenus(project: ProjectDetails): TrackMenuAddition {
  if (!mayShare(project)) return {}
  const { id: projectId } = project
  return {
    ofTrack: ({ track }) => [
      {
        kind: 'action',
        label: trackStrings.share,
        icon: Link,
        keys: '.',
        onSelect: () => requestShare({ projectId, trackId: track.id }),
      },
    ],
    ofVersion: ({ track, version }) => [
      version.state === 'ready' && {
        kind: 'action',
        label: text(trackStrings.shareVersion, { number: version.number }),
        icon: Link,
        onSelect: () => requestShare({ projectId, trackId: track.id, versionId: version.id }),
      },
    ],
  }
}

export function useShareOnTrackPage({ project, listed, askedId }: TrackPagePlace): TrackPageAddition {
  if (!listed || !mayShare(project)) return {}
  const place = { projectId: project.id, trackId: listed.track.id }
  // The visible version if the user chose it; otherwise the link follows the current one.
  const versionId = listed.versions.find(({ id }) => id === askedId)?.id
  return {
    keys: [shareKey(() => requestShare({ ...place, versionId }))],
    topBar: <ShareInTopBar onShare={() => requestShare(place)} />,
  }
}

function ShareInTopBar({ onShare }: { readonly onShare: () => void }) {
  const phone = useMedia(phoneQuery)
  if (phone) return null
  return <IconButton icon={Link} tipSide="bottom" label={trackStrings.share} keys="." onClick={onShare} />
}

export function useShareInHead(project: ProjectDetails): ProjectHeadAddition {
  const may = mayShare(project)
  const share = () => requestShare({ projectId: project.id })
  usePageKeys(may ? [shareKey(share)] : [])
  if (!may || project.tracks.length === 0) return {}
  return {
    content: (
      <Button size="large" icon={Link} onClick={share}>
        {trackStrings.share}
      </Button>
    ),
  }
}
