import { fileHref } from '#features/files/web/file-urls.ts'
import { TransferLine } from '#features/transfers/web/panel/TransferLine.tsx'
import type { Transfer } from '#features/transfers/web/panel/transfers-store.ts'
import { transferStrings } from '#features/transfers/web/transfers.strings.ts'
import { TextLink } from '#web/ui/TextLink.tsx'

/** The result of an upload that is no bounce. */
export function UploadedFile({ transfer: { projectId, fileId, filename } }: { readonly transfer: Transfer }) {
  return (
    <TransferLine
      label={filename}
      share={1}
      state="done"
      words={transferStrings.inFiles}
      aside={
        <TextLink href={fileHref(projectId, fileId ?? undefined)} aria-label={transferStrings.openFiles}>
          {transferStrings.open}
        </TextLink>
      }
    />
  )
}
