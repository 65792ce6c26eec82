import { HardDrive } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { serverFactsQuery } from '#features/account/web/account.client.ts'
import { isDiskFull, onDiskChange } from '#web/api/disk-full-store.ts'
import { OfflineBanner } from '#web/ui/page/OfflineBanner.tsx'
import { mainStrings } from './main.strings.ts'

const ASK_AGAIN_MS = 5000

/** Says that the server cannot store changes now. Polls, and disappears when there is space. */
export function DiskBanner() {
  const shown = useSyncExternalStore(onDiskChange, isDiskFull)
  useQuery({ ...serverFactsQuery, enabled: shown, refetchInterval: ASK_AGAIN_MS })
  return (
    <OfflineBanner offline={shown} icon={HardDrive}>
      {mainStrings.diskFull}
    </OfflineBanner>
  )
}
