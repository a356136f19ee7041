import type { Update } from "../lib/types";

/** Short, quiet sounds made on the spot; off until switched on, except one soft note when a decision comes to this player. */
export class Sounds {
  private audio: AudioContext | null = null;
  private mine = true;

  constructor(private readonly on: () => boolean) {}

  happened(update: Update): void {
    const mine = Boolean(update.decision?.yours);
    if (mine && !this.mine && document.visibilityState === "hidden") this.note(660, 0.3, 0.05, "sine");
    this.mine = mine;
    if (!this.on()) return;
    const kinds = new Set((update.events ?? []).map((event) => event.type));
    if (kinds.has("rolled")) this.noise(0.22, 2400, 0.07);
    if (kinds.has("lost")) this.note(180, 0.12, 0.1, "triangle");
    if (kinds.has("moved")) this.noise(0.04, 1500, 0.08);
  }

  private context(): AudioContext | null {
    if (!this.audio && "AudioContext" in window && navigator.userActivation?.hasBeenActive) this.audio = new AudioContext();
    return this.audio;
  }

  private note(pitch: number, seconds: number, volume: number, type: OscillatorType): void {
    const audio = this.context();
    if (!audio) return;
    const source = audio.createOscillator();
    source.type = type;
    source.frequency.value = pitch;
    source.connect(this.fade(audio, seconds, volume));
    source.start();
    source.stop(audio.currentTime + seconds);
  }

  private noise(seconds: number, pitch: number, volume: number): void {
    const audio = this.context();
    if (!audio) return;
    const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
    const data = buffer.getChannelData(0);
    for (let i = 0; i < data.length; i += 1) data[i] = Math.random() * 2 - 1;
    const source = audio.createBufferSource();
    source.buffer = buffer;
    const filter = audio.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = pitch;
    source.connect(filter);
    filter.connect(this.fade(audio, seconds, volume));
    source.start();
  }

  private fade(audio: AudioContext, seconds: number, volume: number): GainNode {
    const gain = audio.createGain();
    gain.gain.setValueAtTime(volume, audio.currentTime);
    gain.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + seconds);
    gain.connect(audio.destination);
    return gain;
  }
}
