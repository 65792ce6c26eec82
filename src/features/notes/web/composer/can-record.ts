/** Not on a page without https: browsers keep the microphone from those. */
export function canRecord(): boolean {
  return typeof MediaRecorder === 'function' && typeof navigator.mediaDevices?.getUserMedia === 'function'
}
