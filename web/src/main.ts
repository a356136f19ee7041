import "./app.css";
import { askAhead, routeOf } from "./lib/ahead";

const route = routeOf(location.hash);
if (route) askAhead(route);

void import("./page");
