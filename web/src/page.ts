import { mount } from "svelte";
import App from "./App.svelte";
import { applySettings } from "./state/settings.svelte";

applySettings();

const target = document.getElementById("app")!;
target.replaceChildren();
mount(App, { target });
