import type { Camera } from "../state/camera.svelte";

/** What the map wants to know of fingers, mouse and wheel. Pixels are relative to the map's corner. */
export interface Pointing {
  tap(x: number, y: number, event: PointerEvent): void;
  hover(x: number, y: number, event: PointerEvent): void;
  away(): void;
  hold(x: number, y: number): void;
  go(x: number, y: number): void;
  turn(x: number, y: number, direction: 1 | -1): void;
}

const SLOP = 6;
const HOLD = 480;

/** Svelte action: drag to pan, wheel and pinch to zoom, tap, hover, long press, right click. */
export function gestures(node: HTMLElement, init: { camera: Camera; pointing: Pointing }): { destroy(): void } {
  const { camera, pointing } = init;
  const fingers = new Map<number, { x: number; y: number }>();
  let start = { x: 0, y: 0 };
  let moved = false;
  let spread = 0;
  let holdTimer: ReturnType<typeof setTimeout> | undefined;
  let held = false;

  const local = (event: MouseEvent): { x: number; y: number } => {
    const box = node.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  function down(event: PointerEvent): void {
    if (event.button !== 0 || (event.target as Element).closest("[data-over]")) return;
    const p = local(event);
    fingers.set(event.pointerId, p);
    node.setPointerCapture(event.pointerId);
    if (fingers.size === 1) {
      start = p;
      moved = false;
      held = false;
      clearTimeout(holdTimer);
      holdTimer = setTimeout(() => {
        if (moved || fingers.size !== 1) return;
        held = true;
        pointing.hold(p.x, p.y);
      }, HOLD);
    } else {
      moved = true;
      spread = gap();
    }
  }

  function gap(): number {
    const [a, b] = [...fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }

  function move(event: PointerEvent): void {
    const p = local(event);
    const old = fingers.get(event.pointerId);
    if (!old) {
      if (event.pointerType !== "touch" && !(event.target as Element).closest("[data-over]")) pointing.hover(p.x, p.y, event);
      return;
    }
    if (!moved && Math.hypot(p.x - start.x, p.y - start.y) < SLOP) return;
    moved = true;
    clearTimeout(holdTimer);
    fingers.set(event.pointerId, p);
    camera.panBy((p.x - old.x) / fingers.size, (p.y - old.y) / fingers.size);
    if (fingers.size === 2) {
      const now = gap();
      const points = [...fingers.values()];
      if (spread > 0) camera.zoomAt(now / spread, (points[0]!.x + points[1]!.x) / 2, (points[0]!.y + points[1]!.y) / 2);
      spread = now;
    }
  }

  function up(event: PointerEvent): void {
    if (!fingers.delete(event.pointerId)) return;
    clearTimeout(holdTimer);
    if (!moved && !held && fingers.size === 0 && event.type === "pointerup") pointing.tap(start.x, start.y, event);
  }

  function wheel(event: WheelEvent): void {
    if ((event.target as Element).closest("[data-over]")) return;
    event.preventDefault();
    const p = local(event);
    if (event.altKey) return pointing.turn(p.x, p.y, event.deltaY > 0 ? 1 : -1);
    if (event.shiftKey) return camera.panBy(-event.deltaX - event.deltaY, 0);
    const pixels = event.deltaMode === 1 ? event.deltaY * 20 : event.deltaY;
    camera.zoomAt(Math.exp(-Math.max(-240, Math.min(240, pixels)) * 0.0016), p.x, p.y);
  }

  function menu(event: MouseEvent): void {
    if ((event.target as Element).closest("[data-over]")) return;
    event.preventDefault();
    // A long press on a touch screen also raises this event; it has opened the fan already.
    if (held || fingers.size > 0) return;
    const p = local(event);
    pointing.go(p.x, p.y);
  }

  const leave = (): void => pointing.away();
  node.addEventListener("pointerdown", down);
  node.addEventListener("pointermove", move);
  node.addEventListener("pointerup", up);
  node.addEventListener("pointercancel", up);
  node.addEventListener("pointerleave", leave);
  node.addEventListener("wheel", wheel, { passive: false });
  node.addEventListener("contextmenu", menu);
  return {
    destroy() {
      clearTimeout(holdTimer);
      node.removeEventListener("wheel", wheel);
    },
  };
}
