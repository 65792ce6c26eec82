import { guestStrings } from '#features/shares/web/guest.strings.ts'
import type { TransferEngine } from '#features/transfers/web/transfer-engine.ts'
import { TransferLine } from '#features/transfers/web/panel/TransferLine.tsx'
import { TransferPanel } from '#features/transfers/web/panel/TransferPanel.tsx'
import type { Transfer } from '#features/transfers/web/panel/transfers-store.ts'
import { text } from '#web/i18n/text.ts'

/** A guest's transfers. Only the project's members see what happens to an uploaded version. */
export default function GuestTransfersPanel({ engine }: { readonly engine: TransferEngine }) {
  return <TransferPanel engine={engine} renderVersion={renderVersion} isPending={false} />
}

const renderVersion = ({ filename }: Transfer) => (
  <TransferLine label={filename} share={1} state="done" words={text(guestStrings.uploaded, { name: filename })} />
)
