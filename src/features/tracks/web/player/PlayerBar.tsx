import { useState } from 'react'
import { useListening, useListeningSnapshot } from '#web/player/use-listening.ts'
import { ContextMenu } from '#web/ui/menu/ContextMenu.tsx'
import { Ellipsis } from 'lucide-react'
import { IconButton } from '#web/ui/IconButton.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { phoneQuery, useMedia } from '#web/ui/use-media.ts'
import { LevelReadout } from '../monitor/LevelReadout.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import { placeEntries, playerEntries } from './player-entries.ts'
import { NothingPlaying, PlayerNow } from './PlayerNow.tsx'
import { PlayerProof } from './PlayerProof.tsx'
import { playerStrings } from './player.strings.ts'
import { PlayerTransport } from './PlayerTransport.tsx'
import { SeekStrip } from './SeekStrip.tsx'
import { usePlayerKeys } from './use-player-keys.ts'
import { VolumeControl } from '../monitor/VolumeControl.tsx'
import styles from './PlayerBar.module.css'

const ProofDialog = lazyDialog(() => import('./ProofDialog.tsx'))

/**
 * The player on every page: what plays, its position, its sound. The middle never moves. With nothing loaded, all
 * controls are visible and disabled.
 */
export function PlayerBar() {
  const phone = useMedia(phoneQuery)
  const listened = useListening()
  const snapshot = useListeningSnapshot()
  const [proving, setProving] = useState(false)
  usePlayerKeys()
  const { heard } = listened
  const prove = () => setProving(true)
  const entries = playerEntries(listened, snapshot, prove)
  return (
    <div className={styles.place}>
      <ContextMenu entries={heard ? [...placeEntries(heard), ...entries] : []}>
        <div className={styles.bar}>
          <SeekStrip durationSeconds={heard?.playable.durationSeconds} />
          {phone && heard ? (
            <PhoneBar heard={heard} entries={entries} onProof={prove} />
          ) : (
            <>
              {heard ? <PlayerNow heard={heard} /> : <NothingPlaying />}
              <PlayerTransport />
              <div className={styles.end}>
                {heard && !heard.isVeiled && <LevelReadout />}
                {heard && <PlayerProof heard={heard} onShow={prove} />}
                <VolumeControl />
                <Menu entries={entries} align="end" side="top">
                  <IconButton icon={Ellipsis} label={playerStrings.more} disabled={!heard} className={styles.more} />
                </Menu>
              </div>
            </>
          )}
        </div>
      </ContextMenu>
      {proving && heard && !heard.isVeiled && <ProofDialog heard={heard} onClose={() => setProving(false)} />}
    </div>
  )
}
