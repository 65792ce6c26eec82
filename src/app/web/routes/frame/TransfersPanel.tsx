import type { TransferEngine } from '#features/transfers/web/transfer-engine.ts'
import { TransferPanel } from '#features/transfers/web/panel/TransferPanel.tsx'
import type { Transfer } from '#features/transfers/web/panel/transfers-store.ts'
import { UploadedFile } from '../project/UploadedFile.tsx'
import { UploadedVersion } from '../project/UploadedVersion.tsx'

export default function TransfersPanel({ engine }: { readonly engine: TransferEngine }) {
  return <TransferPanel engine={engine} renderVersion={renderVersion} />
}

const renderVersion = (transfer: Transfer) =>
  transfer.fileId === undefined ? <UploadedVersion transfer={transfer} /> : <UploadedFile transfer={transfer} />
