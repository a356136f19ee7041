import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { applySettings } from "./state/settings.svelte";

applySettings();

const target = document.getElementById("app")!;
target.replaceChildren();

export default mount(App, { target });
