import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { UiOverlays } from '#web/ui/frame/UiOverlays.tsx'
import { UiRoot } from '#web/ui/frame/UiRoot.tsx'
import { startUi } from '#web/ui/frame/start-ui.ts'
import { GalleryFrame } from '#web/ui/gallery/GalleryFrame.tsx'
import { GalleryKit } from '#web/ui/gallery/GalleryKit.tsx'

/*
 * Every component in all its states, for development and for the browser test. Not in the product's build: open
 * /gallery.html on the development server, `?view=frame` for the frame.
 */
startUi()
const root = document.getElementById('root')
const view = new URLSearchParams(location.search).get('view')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <UiRoot>
        <UiOverlays>{view === 'frame' ? <GalleryFrame /> : <GalleryKit />}</UiOverlays>
      </UiRoot>
    </StrictMode>,
  )
}
