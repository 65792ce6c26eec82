import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startUi } from '../start-ui.ts'
import { UiOverlays } from '../UiOverlays.tsx'
import { UiRoot } from '../UiRoot.tsx'
import { GalleryFrame } from './GalleryFrame.tsx'
import { GalleryKit } from './GalleryKit.tsx'

/*
 * Every part with its states, for whoever changes one, and for the browser test. Not in the product's build:
 * open /ui/gallery/gallery.html on the development server, `?view=frame` for the frame.
 */
startUi()
const root = document.getElementById('root')
const view = new URLSearchParams(location.search).get('view')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <UiRoot><UiOverlays>{view === 'frame' ? <GalleryFrame /> : <GalleryKit />}</UiOverlays></UiRoot>
    </StrictMode>,
  )
}
