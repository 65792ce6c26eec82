import { Copy, ExternalLink, Pencil, QrCode, RefreshCw, Trash2, Undo2, Users } from 'lucide-react'
import type { MenuEntry } from '#web/ui/menu-entries.ts'
import type { Share } from '../shares.contract.ts'
import { shareStrings as words } from './shares.strings.ts'
import { copyShare } from './use-share-actions.ts'

export interface ShareWays {
  readonly onCode: () => void
  readonly onEdit: () => void
  readonly onGuests: () => void
  readonly onRotate: () => void
  readonly onRevoke: () => void
  readonly onRestore: () => void
}

/** The menu of a link. */
export function shareEntries({ url, state }: Share, ways: ShareWays): readonly MenuEntry[] {
  const isRevoked = state === 'revoked'
  return [
    url !== null &&
      !isRevoked && { kind: 'action', label: words.copy, icon: Copy, onSelect: () => void copyShare(url) },
    url !== null && !isRevoked && { kind: 'action', label: words.showCode, icon: QrCode, onSelect: ways.onCode },
    url !== null &&
      !isRevoked && {
        kind: 'action',
        label: words.view,
        icon: ExternalLink,
        onSelect: () => window.open(url, '_blank', 'noopener'),
      },
    { kind: 'action', label: words.guests, icon: Users, onSelect: ways.onGuests },
    { kind: 'separator' },
    !isRevoked && { kind: 'action', label: words.edit, icon: Pencil, onSelect: ways.onEdit },
    !isRevoked && { kind: 'action', label: words.rotate, icon: RefreshCw, onSelect: ways.onRotate },
    isRevoked
      ? { kind: 'action', label: words.restore, icon: Undo2, onSelect: ways.onRestore }
      : { kind: 'action', label: words.revoke, icon: Trash2, tone: 'danger', onSelect: ways.onRevoke },
  ]
}
