import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { applySettings } from "./state/settings.svelte";

applySettings();

export default mount(App, { target: document.getElementById("app")! });
