import { Upload } from 'lucide-react'
import { useRef } from 'react'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { Button } from '#web/ui/Button.tsx'
import { FileInput } from '#web/ui/form/FileInput.tsx'
import { useOnline } from '#web/ui/page/use-online.ts'
import { useFileTransfers } from './file-transfers-point.ts'
import { fileStrings } from './files.strings.ts'
import { newFileAudience } from './new-file-audience.ts'

/** Beside the project's name while its files are shown. */
export default function UploadFilesButton({ project }: { readonly project: ProjectDetails }) {
  const { onUpload } = useFileTransfers(project)
  const online = useOnline()
  const picker = useRef<HTMLInputElement>(null)
  if (!onUpload) return null
  return (
    <>
      <Button tone="primary" size="large" icon={Upload} disabled={!online} onClick={() => picker.current?.click()}>
        {fileStrings.uploadFiles}
      </Button>
      <FileInput ref={picker} onFiles={(files) => onUpload(files, { audience: newFileAudience(project.id).get() })} />
    </>
  )
}
