import { useQuery } from '@tanstack/react-query'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import type { FileVersion, ProjectFile } from '../files.contract.ts'
import { previewUrl } from './file-urls.ts'
import { FileIcon } from './FileIcon.tsx'
import styles from './FilePreviewFrame.module.css'
import { fileStrings } from './files.strings.ts'

/** Without the viewer’s own buttons, at the width of the frame. */
const PDF_VIEW = 'toolbar=0&navpanes=0&view=FitH'

interface FilePreviewFrameProps {
  readonly projectId: string
  readonly file: ProjectFile
  readonly version: FileVersion
}

/** A picture, a PDF in a frame that may do nothing, or text as text; never somebody's page as a page of ours. */
export function FilePreviewFrame({ projectId, file, version }: FilePreviewFrameProps) {
  const url = previewUrl({ projectId, fileId: file.id, versionId: version.id })
  const label = text(fileStrings.previewOf, { name: file.name })
  switch (version.preview) {
    case 'picture':
      return <img className={styles.picture} src={url} alt={label} />
    case 'pdf':
      // Phones have no viewer in a page. The answer sandboxes itself: with the attribute, Chromium shows no PDF.
      return navigator.pdfViewerEnabled ? (
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe className={styles.page} src={`${url}#${PDF_VIEW}`} title={label} />
      ) : (
        <NoPreview name={file.name} />
      )
    case 'text':
      return <TextPreview url={url} label={label} version={version} />
    case null:
      return <NoPreview name={file.name} />
  }
}

function NoPreview({ name }: { readonly name: string }) {
  return (
    <div className={styles.none}>
      <FileIcon name={name} />
      <p>{fileStrings.noPreview}</p>
    </div>
  )
}

/** Enough to read lyrics; a log of a session is longer. */
const MOST_CHARACTERS = 200_000

interface TextPreviewProps {
  readonly url: string
  readonly label: string
  readonly version: FileVersion
}

function TextPreview({ url, label, version }: TextPreviewProps) {
  const { data, error } = useQuery({
    queryKey: ['file-text', version.id],
    queryFn: async ({ signal }) => {
      const answer = await fetch(url, { signal })
      if (!answer.ok) throw new Error(answer.statusText)
      return answer.text()
    },
    // What may be secret is not kept on this disk.
    meta: { private: true },
    staleTime: Infinity,
  })
  if (error) return <p role="alert">{text(fileStrings.previewFailed, { reason: reasonOf(error) })}</p>
  if (data === undefined)
    return (
      <SkeletonGroup>
        <SkeletonRows rows={3} end={0} />
      </SkeletonGroup>
    )
  return (
    <>
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles.text} aria-label={label} role="region" tabIndex={0}>
        {data.slice(0, MOST_CHARACTERS)}
      </pre>
      {data.length > MOST_CHARACTERS && <p className={styles.cut}>{fileStrings.previewCut}</p>}
    </>
  )
}
